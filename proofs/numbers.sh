#!/bin/bash
# Prints N_l, P_l, C_l, D_l as computed by Coq (coq/Numbers.v, which must be compiled).
#
# Reads one parameter set per line from standard input (# starts a comment):
#
#   theorem L B S a m n x theta flags
#
#   theorem   1 or 3 (for 3, S and a are ignored: write 0)
#   n         n_1,...,n_{L-1}, or - if L = 1;   x  x_0,...,x_{L-1};   theta  theta_1,...,theta_{L-1}, or -
#   flags     - or any of: free (a S = 0, D_2 = C_1), lastF (the word ends with F), joined by a comma
#
# and prints for each set one line
#
#   N=N_0,...,N_{L-1} P=P_1,...,P_L C=C_1,...,C_{L-1} D=D_1,...,D_L holds=true|false
#
# where `holds` says whether Coq's own check of all conditions (coq/Certificate.v) succeeds.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

list() { if [ "$1" = - ]; then echo '[::]'; else echo "[:: ${1//,/; }]%num"; fi; }

{
  echo 'From Coq Require Import NArith.'
  echo 'From mathcomp Require Import all_ssreflect.'
  echo 'From Strata Require Import Numbers Certificate.'
  echo 'Set Printing Width 1000000000. Set Printing Depth 1000000000.'
  while read -r theorem L B S a m n x theta flags _; do
    case ${theorem:-#} in \#*) continue ;; esac
    [[ "$L$B$S$a$m" =~ ^[0-9]+$ && "$n$x$theta" =~ ^[0-9,-]+$ ]] || { echo "numbers.sh: bad line: $theorem $L ..." >&2; exit 3; }
    n=$(list "$n") x=$(list "$x") theta=$(list "$theta")
    free=false lastF=false
    [[ $flags == *free* ]] && free=true
    [[ $flags == *lastF* ]] && lastF=true
    echo "Eval vm_compute in [seq bN $m $n l | l <- iota 0 $L]."
    echo "Eval vm_compute in [seq bP $n $x $theta l | l <- iota 1 $L]."
    case $theorem in
      1) echo "Eval vm_compute in [seq bC $L $B $S $a $m $n $x $lastF l | l <- iota 1 $L.-1]."
         echo "Eval vm_compute in [seq bD $L $B $S $a $m $n $x $free $lastF l | l <- iota 1 $L]."
         echo "Eval vm_compute in check1 $L $B $S $a $m $n $x $theta $free $lastF." ;;
      3) echo "Eval vm_compute in [seq bCfull $L $B $m $n $x l | l <- iota 1 $L.-1]."
         echo "Eval vm_compute in [seq bDfull $L $B $m $n $x l | l <- iota 1 $L]."
         echo "Eval vm_compute in check3 $L $B $m $n $x $theta." ;;
      *) echo "numbers.sh: no theorem $theorem" >&2; exit 3 ;;
    esac
  done
} >"$tmp/numbers.v" || exit 3

coqc -q -R "$here/coq" Strata -w -notation-overridden "$tmp/numbers.v" >"$tmp/out" || exit 1
grep '^ *= ' "$tmp/out" | awk '
  { line = $0; gsub(/%num|%N|\[::|\]|=| /, "", line); gsub(/;/, ",", line)
    k = (NR - 1) % 5; split("N P C D holds", name, " ")
    printf "%s=%s%s", name[k + 1], line, (k == 4 ? "\n" : " ") }'
