import { compile } from 'css-select';
import type { Element } from 'domhandler';
import { type ChildNode, type Container, parse } from 'postcss';

/** Declared values by property, in lowercase, after the cascade. Inheritance is the caller's. */
export type ComputedStyle = Record<string, string | undefined>;

interface Declared {
  name: string;
  value: string;
  isImportant: boolean;
}

interface StyleRule {
  matches(element: Element): boolean;
  specificity: number;
  declared: Declared[];
}

/** Hostile style sheets must not cost more than the text around them. Later rules and elements are not matched. */
const rulesMax = 300;
const matchesMax = 200_000;

/** Finds the style of each element by the message's own style sheets and attributes. */
export function styleFinder(sheets: string): (element: Element) => ComputedStyle {
  const rules = rulesIn(sheets).toSorted((a, b) => a.specificity - b.specificity);
  let left = matchesMax;
  return (element) => {
    const found: ComputedStyle = presentation(element);
    left -= rules.length;
    const matching = left < 0 ? [] : rules.filter((rule) => rule.matches(element));
    const applied = [...matching.flatMap(({ declared }) => declared), ...declarationsIn(element.attribs.style ?? '')];
    for (const isImportant of [false, true]) {
      for (const { name, value } of applied.filter((one) => one.isImportant === isImportant)) found[name] = value;
    }
    return found;
  };
}

/** Attributes that browsers read as styles. */
function presentation({ name, attribs }: Element): ComputedStyle {
  return {
    ...('hidden' in attribs && { display: 'none' }),
    ...(attribs.bgcolor !== undefined && { 'background-color': attribs.bgcolor.toLowerCase().trim() }),
    ...(name === 'font' && attribs.color !== undefined && { color: attribs.color.toLowerCase().trim() }),
  };
}

function rulesIn(sheets: string): StyleRule[] {
  const rules: StyleRule[] = [];
  try {
    parse(sheets).walkRules((rule) => {
      if (rules.length >= rulesMax || !isForScreens(rule.parent)) return;
      const declared = declarationsOf(rule.nodes);
      for (const selector of rule.selectors) rules.push({ ...matcherOf(selector), declared });
    });
  } catch {
    // A broken style sheet hides nothing more.
  }
  return rules;
}

/** Rules for printing or for certain widths are skipped. */
function isForScreens(parent: Container | undefined): boolean {
  if (parent === undefined || parent.type !== 'atrule') return true;
  return 'params' in parent && /^(only )?(screen|all)$/i.test(String(parent.params).trim());
}

function matcherOf(selector: string): Pick<StyleRule, 'matches' | 'specificity'> {
  try {
    return { matches: compile<Element, Element>(selector), specificity: specificityOf(selector) };
  } catch {
    return { matches: () => false, specificity: 0 };
  }
}

/** IDs, then classes, attributes, and pseudo-classes, then elements (Selectors Level 4). */
function specificityOf(selector: string): number {
  const count = (pattern: RegExp) => selector.match(pattern)?.length ?? 0;
  return count(/#[\w-]+/g) * 10_000 + count(/\.[\w-]+|\[[^\]]*\]|:[\w-]+/g) * 100 + count(/(^|[\s>+~])[a-z]\w*/gi);
}

function declarationsIn(style: string): Declared[] {
  if (style === '') return [];
  try {
    return declarationsOf(parse(style).nodes);
  } catch {
    return [];
  }
}

function declarationsOf(nodes: ChildNode[]): Declared[] {
  return nodes.flatMap((node) =>
    node.type === 'decl'
      ? [
          {
            name: node.prop.toLowerCase(),
            value: node.value.toLowerCase().trim(),
            isImportant: node.important === true,
          },
        ]
      : [],
  );
}

/** Number and unit at the start of a value. NaN if the value has no number. */
export function cssNumber(value = ''): { number: number; unit: string } {
  const [, digits = '', unit = ''] = /^([+-]?(?:\d+\.?\d*|\.\d+))\s*([a-z%]*)/.exec(value) ?? [];
  return { number: digits === '' ? Number.NaN : Number(digits), unit };
}
