/** Park-Miller: the same numbers for the same seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
