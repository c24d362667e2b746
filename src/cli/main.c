/* strata: build, verify, bound, prove and teach the hierarchy theorem. */
#include "base/memory.h"
#include "base/version.h"
#include "cli/cluster.h"
#include "cli/commands.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const command commands[] = {
    {"run", "run one input and watch, layer by layer, where the last token looks", command_run},
    {"verify", "check a network on every input of the task", command_verify},
    {"separate", "one theorem: who can and who cannot, at the shortest prompt found",
     command_separate},
    {"prove", "write the proof script of an impossibility", command_prove},
    {"check", "replay proof scripts through the kernel; check certificates", command_check},
    {"merge", "join the certificates of shards", command_merge},
    {"constructions", "list the built-in networks for given sizes", command_constructions},
    {"bounds", "from which prompt length on composition is impossible, theorem by theorem",
     command_bounds},
    {"regime", "possible, impossible or open: a network's word and size against a prompt length",
     command_regime},
    {"models", "what published hybrid models provably cannot do, and from which length on",
     command_models},
    {"refute", "find an input on which a network or protocol is wrong, by the proof",
     command_refute},
    {"lesson", "the proof step by step, at numbers of your choice, with exercises", command_lesson},
    {"export", "write a network with exact weights to a file", command_export},
    {"precision", "how many bits a construction needs, and which formats it survives",
     command_precision},
    {"protocol", "run a network as the communication protocol that the lower bound is about",
     command_protocol},
    {"sparse", "2-Sum: full attention does it, block-sparse attention does not", command_sparse},
};
enum { command_count = sizeof commands / sizeof *commands };

static void print_help(void)
{
    printf("usage: strata COMMAND [OPTIONS]\n\n"
           "L+1 layers of full attention compose L functions; L-1 full layers cannot,\n"
           "whatever linear-attention layers are added. Strata runs, checks, tabulates and\n"
           "teaches that theorem, exactly.\n\nCommands:\n");
    for (int i = 0; i < command_count; i++)
        printf("  %-14s %s\n", commands[i].name, commands[i].summary);
    printf("\n`strata COMMAND --help` explains a command and shows examples. A first one:\n"
           "  strata verify --L 2 --m 2 --n 2\n");
}

static status dispatch(int count, char **arguments, error *e)
{
    if (count < 2) {
        print_help();
        return STATUS_USAGE;
    }
    if (strcmp(arguments[1], "--help") == 0 || strcmp(arguments[1], "-h") == 0 ||
        strcmp(arguments[1], "help") == 0) {
        print_help();
        return STATUS_OK;
    }
    if (strcmp(arguments[1], "--version") == 0) {
        printf("strata %s\n", strata_version);
        return STATUS_OK;
    }
    for (int i = 0; i < command_count; i++)
        if (strcmp(arguments[1], commands[i].name) == 0) {
            for (int k = 2; k < count; k++)
                if (strcmp(arguments[k], "--version") == 0) {
                    printf("strata %s\n", strata_version);
                    return STATUS_OK;
                }
            return commands[i].call(count - 2, arguments + 2, e);
        }
    return error_set(e, STATUS_USAGE, "unknown command '%.40s' (strata --help lists them)",
                     arguments[1]);
}

int main(int count, char **arguments)
{
    memory_install();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error, reported below */
    cluster_begin(&count, &arguments);
    error e = {""};
    int speaks = cluster_rank() == 0; /* of several processes one does all but `verify` */
    int takes_part = speaks || (count > 1 && strcmp(arguments[1], "verify") == 0);
    status result = takes_part ? dispatch(count, arguments, &e) : STATUS_OK;
    cluster_end();
    if (e.message[0] && speaks)
        fprintf(stderr, "strata: %s\n", e.message);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "strata: cannot write the result to standard output\n");
        return result == STATUS_OK ? STATUS_MALFORMED : (int)result;
    }
    return (int)result;
}
