export const bodyFormats = ['text', 'markdown', 'html'] as const;
/** What a body is written in. Markdown and HTML are sent as HTML with a text part beside it. */
export type BodyFormat = (typeof bodyFormats)[number];
