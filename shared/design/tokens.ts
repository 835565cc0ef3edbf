import { readFileSync } from 'node:fs';

/** Stylesheet with the colors, sizes, and type that the pages of both services share. */
export const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** Stylesheet of badges, in the application and on cards. */
export const badges = readFileSync(new URL('badge.css', import.meta.url), 'utf8');
