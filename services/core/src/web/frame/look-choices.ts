export const themes = ['system', 'light', 'dark'] as const;
export const densities = ['compact', 'comfortable'] as const;

/** Display preferences of a person, stored in their browser so that no page flashes. */
export interface Look {
  theme: (typeof themes)[number];
  density: (typeof densities)[number];
}

export const usualLook: Look = { theme: 'system', density: 'compact' };

/** Replaces unknown values with the defaults. */
export function lookOf(theme: unknown, density: unknown): Look {
  return {
    theme: themes.find((one) => one === theme) ?? usualLook.theme,
    density: densities.find((one) => one === density) ?? usualLook.density,
  };
}
