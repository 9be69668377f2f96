/* An engine in C: it takes any of the legal moves, each as likely as the others, by the generator it is given.

   cc -O2 -o any examples/engines/any.c
   smalti arena mosaix --seats 2 --bots "cmd:./any,greedy" --games 10
*/

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 16 };

static char line[LONGEST], moves[LONGEST];

/* The n-th number of a list that is parted by spaces. */
static long pick(const char *list, unsigned long n) {
    char *end = (char *)list;
    long move = 0;
    for (unsigned long i = 0; i <= n; i++) move = strtol(end, &end, 10);
    return move;
}

static unsigned long count(const char *list) {
    unsigned long n = 0;
    for (char *end = (char *)list; *end && *end != '\n'; n++) strtol(end, &end, 10);
    return n;
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, LONGEST);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "smalti ", 7)) puts("name Any\nready");
        if (!strncmp(line, "moves ", 6)) strcpy(moves, line + 6);
        if (!strncmp(line, "quit", 4)) return 0;
        if (!strncmp(line, "go ", 3)) {
            const char *generator = strstr(line, "generator ");
            unsigned long long bits = generator ? strtoull(generator + 10, NULL, 10) : 0;
            printf("move %ld\n", pick(moves, (unsigned long)((bits >> 20) % count(moves))));
        }
    }
    return 0;
}
