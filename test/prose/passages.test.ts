import { describe, expect, test } from 'vitest';
import { passagesOfMarkdown } from './from-markdown.ts';
import { passagesOfScript } from './from-script.ts';
import { passagesOfTemplate } from './from-template.ts';
import { passagesOfCode } from './from-typescript.ts';
import type { Passage } from './passage.ts';

function brief(passages: Passage[]): string[] {
  return passages.map(({ line, kind, text }) => `${line} ${kind}: ${text}`);
}

describe('Markdown', () => {
  test('joins the lines of a paragraph and keeps the line of its beginning', () => {
    expect(brief(passagesOfMarkdown('a.md', '# Title\n\nOne line,\nand its end.\n\n- First\n- Second'))).toEqual([
      '1 document: Title',
      '3 document: One line, and its end.',
      '6 document: First',
      '7 document: Second',
    ]);
  });

  test('skips code blocks, and reads link texts and table cells', () => {
    const source = '```sh\nnpm start # What runs\n```\n| Name | Use |\n|---|---|\n| `a|b` | See [the docs](x.md). |';
    expect(brief(passagesOfMarkdown('a.md', source))).toEqual([
      '4 document: Name',
      '4 document: Use',
      '6 document: ⟨code⟩',
      '6 document: See the docs.',
    ]);
  });
});

describe('TypeScript', () => {
  test('reads comments, and joins line comments on consecutive lines', () => {
    const source = '/** First sentence.\n * Second one. */\nconst a = 1;\n// One line\n// and another.\nconst b = 2;';
    expect(brief(passagesOfCode('a.ts', source))).toEqual([
      '1 comment: First sentence.\nSecond one.',
      '4 comment: One line and another.',
    ]);
  });

  test('does not take the contents of strings and directives for comments', () => {
    const source = "const url = 'https://example.com // not a comment';\n// biome-ignore lint/x: reason of the line\n";
    expect(passagesOfCode('a.ts', source)).toEqual([]);
  });

  test('reads known members, error messages, and whole sentences, with a mark for values', () => {
    const source = [
      "const action = { title: 'Create a contact', name: 'not shown here', description: cond ? 'One text' : 'Another text' };",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source text of the case
      "throw new AppError('not_found', `No contact ${id} found.`);",
      "write('Stop the other process first.');",
      "process.stderr.write('stopped some leftover processes');",
      "const ids = ['contact id', 'some words'];",
    ].join('\n');
    expect(brief(passagesOfCode('a.ts', source))).toEqual([
      '1 public: Create a contact',
      '1 public: One text',
      '1 public: Another text',
      '2 public: No contact ⟨code⟩ found.',
      '3 public: Stop the other process first.',
      '4 public: stopped some leftover processes',
    ]);
  });

  test('reads the names of tests, also of test.each, and not the strings inside of them', () => {
    const source =
      "describe('lists', () => {\n test.each([1])('keeps %s rows', () => expect('Some long text here.').toBe(1));\n});";
    expect(brief(passagesOfCode('a.test.ts', source))).toEqual(['2 test name: keeps %s rows']);
  });
});

describe('Liquid', () => {
  test('reads text over inline elements, and shown attributes', () => {
    const source = '<p>Hello <b>{{ name }}</b>, sign in.</p>\n<input placeholder="Your name" value="not shown at all">';
    expect(brief(passagesOfTemplate('a.liquid', source))).toEqual([
      '1 public: Hello ⟨code⟩, sign in.',
      '2 public: Your name',
    ]);
  });

  test('skips scripts, tags, and comments', () => {
    const source =
      '<script>let of = "What is this";</script>{% comment %}What is this{% endcomment %}{% if a %}{% endif %}';
    expect(passagesOfTemplate('a.liquid', source)).toEqual([]);
  });
});

test('reads runs of comment lines of a script, with indented lines as paragraphs', () => {
  const source = '#!/bin/sh\n# First line\n# and the next.\n#   run FILE\necho 1\n# Last';
  expect(brief(passagesOfScript('run', source))).toEqual([
    '2 comment: First line and the next.\n\nrun FILE',
    '6 comment: Last',
  ]);
});
