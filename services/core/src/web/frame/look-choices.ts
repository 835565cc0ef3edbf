/** Display preferences of a person, stored in their browser so that no page flashes. The first value is the default. */
export const lookChoices = {
  theme: ['system', 'light', 'dark'],
  density: ['compact', 'comfortable'],
  sidebar: ['full', 'icons'],
  /** Shortcuts that are a single character. */
  keys: ['on', 'off'],
  /** Steps before real sending, on Home. */
  goLive: ['shown', 'hidden'],
} as const;

export type Look = { [K in keyof typeof lookChoices]: (typeof lookChoices)[K][number] };

const names = Object.keys(lookChoices) as (keyof Look)[];

/** Replaces unknown and missing values with the defaults. */
export function lookOf(chosen: Partial<Record<keyof Look, unknown>> = {}): Look {
  const entries = names.map((name) => {
    const values: readonly string[] = lookChoices[name];
    return [name, values.find((one) => one === chosen[name]) ?? values[0]];
  });
  return Object.fromEntries(entries);
}

/** The look as one word of a cookie. */
export function writeLook(look: Look): string {
  return names.map((name) => look[name]).join('.');
}

export function parseLook(word = ''): Look {
  const values = word.split('.');
  return lookOf(Object.fromEntries(names.map((name, index) => [name, values[index]])));
}
