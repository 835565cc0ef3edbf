/** The request behind a plan's sentence: "Would launch the campaign." → "Launch the campaign." */
export function wishOf(summary: string): string {
  return summary.replace(/^Would ([a-z])/, (_all, first: string) => first.toUpperCase());
}
