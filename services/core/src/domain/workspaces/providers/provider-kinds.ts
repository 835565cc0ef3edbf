/** Providers of people and companies. */
export const peopleKinds = ['hunter', 'people_data_labs', 'apollo', 'prospeo', 'dropcontact'] as const;
/** Formats of language models. `compatible`: any server with OpenAI's chat completions. */
export const modelKinds = ['openai', 'anthropic', 'gemini', 'ollama', 'compatible'] as const;
export const providerKinds = [...peopleKinds, ...modelKinds] as const;

export type PeopleKind = (typeof peopleKinds)[number];
export type ModelKind = (typeof modelKinds)[number];
export type ProviderKind = (typeof providerKinds)[number];

export const providerNames: Readonly<Record<ProviderKind, string>> = {
  hunter: 'Hunter',
  people_data_labs: 'People Data Labs',
  apollo: 'Apollo',
  prospeo: 'Prospeo',
  dropcontact: 'Dropcontact',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
  ollama: 'Ollama',
  compatible: 'The language model',
};

export function isPeopleKind(kind: ProviderKind): kind is PeopleKind {
  return (peopleKinds as readonly string[]).includes(kind);
}
