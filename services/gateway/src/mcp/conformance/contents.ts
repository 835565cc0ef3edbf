// Contents of every kind, under the names that the conformance suite requests.

export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

export const image = { type: 'image', data: pixel, mimeType: 'image/png' };
export const audio = { type: 'audio', data: silence, mimeType: 'audio/wav' };

export function text(value: string) {
  return { type: 'text', text: value };
}

export function embedded(uri: string, mimeType: string, value: string) {
  return { type: 'resource', resource: { uri, mimeType, text: value } };
}

export const resources = [
  {
    uri: 'test://static-text',
    name: 'static-text',
    description: 'A text.',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  { uri: 'test://static-binary', name: 'static-binary', description: 'An image.', mimeType: 'image/png', blob: pixel },
  {
    uri: 'test://watched-resource',
    name: 'watched-resource',
    description: 'To subscribe to.',
    mimeType: 'text/plain',
    text: 'Watched.',
  },
];

export const template = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template-data',
  description: 'Data for an id.',
  mimeType: 'application/json',
};

export function readFixture(uri: string): { uri: string } | undefined {
  const known = resources.find((each) => each.uri === uri);
  if (known) {
    const { name: _name, description: _description, ...content } = known;
    return content;
  }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return undefined;
  const { mimeType } = template;
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType, text: JSON.stringify(data) } as { uri: string };
}
