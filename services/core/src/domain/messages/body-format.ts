export const bodyFormats = ['text', 'markdown', 'html'] as const;
/** Format of a message body. Markdown and HTML are sent as HTML with a plain-text alternative. */
export type BodyFormat = (typeof bodyFormats)[number];
