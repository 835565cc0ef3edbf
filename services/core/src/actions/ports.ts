/**
 * The outside world as the actions see it: one member per port of providers/ and mail/, chosen in main.ts from the
 * configuration and replaced in tests.
 */
// biome-ignore lint/suspicious/noEmptyInterface: members are declared where the ports are, see below.
export interface Ports {}
