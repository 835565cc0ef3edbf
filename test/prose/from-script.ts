import { type Passage, separatorBefore, withoutMarkup } from './passage.ts';

/** Comments of shell scripts and YAML: runs of lines that begin with `#`. */
export function passagesOfScript(file: string, source: string): Passage[] {
  const passages: Passage[] = [];
  let open: Passage | undefined;
  for (const [index, line] of source.split('\n').entries()) {
    const [, indent = '', text] = /^\s*#(?!!)(\s*)(.*)$/.exec(line) ?? [];
    if (text === undefined || text.trim() === '') open = undefined;
    else if (open === undefined) {
      open = { file, line: index + 1, kind: 'comment', text: withoutMarkup(text.trim()) };
      passages.push(open);
    } else open.text += `${separatorBefore(indent)}${withoutMarkup(text.trim())}`;
  }
  return passages;
}
