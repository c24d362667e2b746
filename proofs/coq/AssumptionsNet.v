(* Prints the assumptions of every main theorem about networks; each must be closed. *)
From Strata Require Import Statements InstancesNet Lookup.

Print Assumptions lookups_compute.
Print Assumptions binary_construction.
Print Assumptions quadratic_construction.
Print Assumptions hybrid_construction.
Print Assumptions hybrid_quadratic_construction.
Print Assumptions reduction.
Print Assumptions lower_bound_networks.
Print Assumptions lower_bound_softmax.
Print Assumptions blockwise_answer.
Print Assumptions sparse_attention.
Print Assumptions sparse_attention_positions.
Print Assumptions full_attention.
Print Assumptions binary_size_222.
Print Assumptions binary_run_222.
Print Assumptions quadratic_222.
Print Assumptions hybrid_222.
Print Assumptions network_fails_222.
Print Assumptions idle_fails.
Print Assumptions sparse_fails_4.
Print Assumptions two_sum_4.
