/** One item of a recipe's checklist. */
export interface Step {
  text: string;
  /** Code blocks, without the indentation of the list. */
  blocks: string[];
}

export interface Recipe {
  title: string;
  steps: Step[];
}

/** The recipes of CONTRIBUTING.md: its sections with a checklist. */
export function readRecipes(markdown: string): Recipe[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ title: section.slice(0, section.indexOf('\n')), steps: stepsOf(section) }))
    .filter(({ steps }) => steps.length > 0);
}

function stepsOf(section: string): Step[] {
  return section
    .split(/^- \[ \] /m)
    .slice(1)
    .map((item) => {
      const blocks = [...item.matchAll(/^ {2}```\w+\n(.*?)^ {2}```$/gms)].map(([, code]) =>
        code!.replaceAll(/^ {2}/gm, ''),
      );
      return { text: item.replaceAll(/^ {2}```.*?```$/gms, '').trim(), blocks };
    });
}

/** Commands in a step, such as `npm run contract`. */
export function commandsIn({ text }: Step): string[] {
  return [...text.matchAll(/`npm (?:run |test)([^`]*)`/g)].map(([command]) => command.slice(1, -1));
}

/** The file that a step creates or changes: its only complete path outside commands. */
export function fileIn({ text }: Step): string | undefined {
  const paths = [...text.matchAll(/`((?:services|shared|test)\/[^`<\s]+\.\w+)`/g)].map(([, path]) => path!);
  if (paths.length > 1) throw new Error(`One step names several files: ${text}`);
  return paths[0];
}

/** Replaces the example's name in its three spellings, so that each repetition adds something else. */
export function renamed(text: string, example: string, name: string): string {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return text
    .replaceAll(example, name)
    .replaceAll(capital(example), capital(name))
    .replaceAll(example.toUpperCase(), name.toUpperCase());
}
