import { Parser } from 'htmlparser2';
import { codeMark, lineFinder, type Passage } from './passage.ts';

/** Attributes that a reader sees or hears. */
const shownAttributes = new Set(['title', 'placeholder', 'alt', 'aria-label', 'data-confirm']);
/** Elements that do not end a sentence. */
const inline = new Set('a abbr b bdi code em i kbd mark q s small span strong sub sup time u'.split(' '));
const silent = new Set(['script', 'style', 'svg', 'template']);

/** Texts of a Liquid template: text nodes joined over inline elements, and shown attributes. */
export function passagesOfTemplate(file: string, source: string): Passage[] {
  const passages: Passage[] = [];
  const lineOf = lineFinder(source);
  const add = (start: number, raw: string) => {
    const text = raw.replaceAll(/\s+/g, ' ').trim();
    if (/\p{L}{2}.*\s.*\p{L}{2}/su.test(text)) passages.push({ file, line: lineOf(start), kind: 'public', text });
  };
  let open: { start: number; text: string } | undefined;
  let silence = 0;
  const close = () => {
    if (open !== undefined) add(open.start, open.text);
    open = undefined;
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!inline.has(name)) close();
      if (silent.has(name)) silence += 1;
      for (const [key, value] of Object.entries(attributes))
        if (shownAttributes.has(key)) add(parser.startIndex, asText(value));
    },
    ontext(text) {
      if (silence > 0) return;
      open ??= { start: parser.startIndex, text: '' };
      open.text += asText(text);
    },
    onclosetag(name) {
      if (silent.has(name)) silence -= 1;
      if (!inline.has(name)) close();
    },
  });
  parser.end(withoutTags(source));
  close();
  return passages.sort((a, b) => a.line - b.line);
}

/** Stand-ins of one character each, so that every offset stays. */
const [valueMark, breakMark, blankMark] = ['\u{e000}', '\u{e001}', '\u{e002}'];

/** A branch or a loop begins another text; a value becomes a word. */
function asText(text: string): string {
  return text
    .replaceAll(/\u{e000}+/gu, codeMark)
    .replaceAll(/\u{e001}+/gu, ' ')
    .replaceAll(blankMark, '');
}

/** Replaces `{{ … }}`, `{% … %}`, and comments by marks of the same length. */
function withoutTags(source: string): string {
  return source
    .replaceAll(/\{%-?\s*comment.*?endcomment\s*-?%\}/gs, (tag) => blankMark.repeat(tag.length))
    .replaceAll(/\{\{.*?\}\}/gs, (tag) => valueMark.repeat(tag.length))
    .replaceAll(/\{%.*?%\}/gs, (tag) => breakMark.repeat(tag.length));
}
