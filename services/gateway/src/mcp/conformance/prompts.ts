import type { ClientCall } from '../catalog/catalog.ts';
import { nameQuestion } from './asking-tools.ts';
import { embedded, image, text } from './contents.ts';

type Values = Record<string, string>;

interface PromptFixture {
  name: string;
  description: string;
  arguments?: { name: string; description: string; required: boolean }[];
  get(values: Values, call: ClientCall): object;
}

function user(content: object) {
  return { role: 'user', content };
}

function argument(name: string) {
  return { name, description: `The ${name}.`, required: true };
}

export const promptFixtures: readonly PromptFixture[] = [
  {
    name: 'test_simple_prompt',
    description: 'Without arguments.',
    get: () => ({ messages: [user(text('This is a simple prompt for testing.'))] }),
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'With two arguments.',
    arguments: [argument('arg1'), argument('arg2')],
    get: ({ arg1, arg2 }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    }),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'With a resource.',
    arguments: [argument('resourceUri')],
    get: ({ resourceUri = '' }) => ({
      messages: [
        user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  },
  {
    name: 'test_prompt_with_image',
    description: 'With an image.',
    get: () => ({ messages: [user(image), user(text('Please analyze the image above.'))] }),
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'Asks before it is written.',
    get: (_values, { inputResponses: { user_context: given } }) =>
      given
        ? { messages: [user(text(`Context: ${JSON.stringify(given)}`))] }
        : {
            resultType: 'input_required',
            inputRequests: { user_context: nameQuestion('What context should the prompt use?', 'context') },
          },
  },
];
