export const themes = ['system', 'light', 'dark'] as const;
export const densities = ['compact', 'comfortable'] as const;

/** How a person likes the pages to look; kept in their browser, so that nothing flashes. */
export interface Look {
  theme: (typeof themes)[number];
  density: (typeof densities)[number];
}

export const usualLook: Look = { theme: 'system', density: 'compact' };

/** Values that are not offered become the usual ones. */
export function lookOf(theme: unknown, density: unknown): Look {
  return {
    theme: themes.find((one) => one === theme) ?? usualLook.theme,
    density: densities.find((one) => one === density) ?? usualLook.density,
  };
}
