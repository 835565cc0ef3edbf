import type { Catalog } from '../catalog/catalog.ts';
import { returningTools, streamingTools, verifyState } from './asking-tools.ts';
import { contentTools } from './content-tools.ts';
import { readFixture, resources, template } from './contents.ts';
import { promptFixtures } from './prompts.ts';
import { answerTaskFixture, cancelTaskFixture, readTaskFixture, taskTools } from './task-tools.ts';

/** The product's catalog plus the fixtures of the protocol's conformance suite. */
export function withConformanceFixtures(product: Catalog): Catalog {
  const tools = new Map(
    [...contentTools, ...returningTools, ...streamingTools, ...taskTools].map((each) => [each.definition.name, each]),
  );
  const prompts = new Map(promptFixtures.map((each) => [each.name, each]));
  return {
    olderCapabilities: { logging: {}, resources: { subscribe: true } },
    verifyState,
    listTools: (context) => [...product.listTools(context), ...[...tools.values()].map(({ definition }) => definition)],
    async callTool(name, input, call) {
      const fixture = tools.get(name);
      return fixture ? fixture.run(input, call) : product.callTool(name, input, call);
    },
    readTask: async (id, call) => readTaskFixture(id, call) ?? product.readTask(id, call),
    updateTask: async (id, answers, call) =>
      answerTaskFixture(id, answers, call) || product.updateTask(id, answers, call),
    cancelTask: async (id, call) => cancelTaskFixture(id, call) || product.cancelTask(id, call),
    listPrompts: () => [...product.listPrompts(), ...promptFixtures.map(({ get: _get, ...listed }) => listed)],
    getPrompt(name, values, call) {
      return prompts.get(name)?.get(values, call) ?? product.getPrompt(name, values, call);
    },
    completePrompt: async (name, argument, context) =>
      prompts.has(name) ? [] : product.completePrompt(name, argument, context),
    listResources: () => [
      ...product.listResources(),
      ...resources.map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType })),
    ],
    listTemplates: () => [...product.listTemplates(), template],
    readResource: async (uri, context) => readFixture(uri) ?? product.readResource(uri, context),
  };
}
