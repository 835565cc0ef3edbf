/** Classes, IDs, and elements that the message's own style sheets hide. */
export type HiddenSelectors = ReadonlySet<string>;

/** Inherited styles that decide whether text is visible. */
export interface Surroundings {
  background: string;
  color: string;
  /** True if text in its background's color counts as visible. */
  isColorIgnored?: boolean;
}

const hiding = new RegExp(
  [
    String.raw`(^|;)\s*(display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|opacity\s*:\s*0*\.?0+\s*(!|;|$)|`,
    String.raw`font-size\s*:\s*0*\.?0*[01]?(px|pt|em|rem|%)?\s*(!|;|$)|(max-)?(height|width)\s*:\s*0(px|pt)?\s*(!|`,
    String.raw`;|$)|mso-hide\s*:\s*all|(left|top|text-indent|margin-left)\s*:\s*-\d{3,}|`,
    String.raw`clip\s*:\s*rect\(\s*[01](px)?([\s,]+[01](px)?){3}\s*\)|clip-path\s*:\s*(inset\(\s*(100|50)%|`,
    String.raw`circle\(\s*0)|transform\s*:[^;]*scale[xy]?\(\s*0*\.?0+\s*[,)])`,
  ].join(''),
  'i',
);

/**
 * Reads `.name`, `#name`, and element selectors whose rules hide. Others are not needed to find deliberately hidden
 * text.
 */
export function hiddenSelectors(sheet: string): HiddenSelectors {
  const rules = sheet.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g);
  const hidden = [...rules].filter(([, , declarations]) => hiding.test(declarations!));
  const selectors = hidden.flatMap(([, list]) => list!.split(',').map((selector) => selector.trim().toLowerCase()));
  return new Set(selectors.filter((selector) => /^[.#]?[\w-]+$/.test(selector)));
}

const white = new Set(['white', '#fff', '#ffffff', 'rgb(255,255,255)', 'transparent']);

function colour(value: string): string {
  const plain = value.toLowerCase().replace(/\s|!important/g, '');
  return white.has(plain) ? 'white' : plain;
}

function declared(style: string, property: string): string | undefined {
  const found = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i').exec(style);
  return found?.[1] && colour(found[1]);
}

/** Styles that the element passes to its content. Null if none of it is visible. */
export function isHidden(
  name: string,
  attribs: Record<string, string>,
  hidden: HiddenSelectors,
  around: Surroundings,
): Surroundings | null {
  const { style = '', class: classes = '', id } = attribs;
  if ('hidden' in attribs || hiding.test(style) || hidden.has(name)) return null;
  const names = classes.toLowerCase().split(/\s+/).filter(Boolean);
  if (names.some((one) => hidden.has(`.${one}`)) || (id !== undefined && hidden.has(`#${id.toLowerCase()}`)))
    return null;
  const background = declared(style, 'background(?:-color)?') ?? (attribs.bgcolor && colour(attribs.bgcolor));
  const color = declared(style, 'color') ?? (attribs.color && colour(attribs.color));
  const own = { ...around, background: background ?? around.background, color: color ?? around.color };
  return own.color === own.background && !around.isColorIgnored ? null : own;
}
