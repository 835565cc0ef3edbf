import { setTimeout as pause } from 'node:timers/promises';
import type { ClientCall } from '../catalog/catalog.ts';
import { audio, embedded, image, text } from './contents.ts';
import { said, type ToolFixture, tool } from './tool-fixture.ts';

const stepMs = 50;
const logLevelKey = 'io.modelcontextprotocol/logLevel';

/** Results of every kind, and the notifications sent before them. */
export const contentTools: readonly ToolFixture[] = [
  tool('test_simple_text', () => said('This is a simple text response for testing.')),
  tool('test_image_content', () => ({ content: [image] })),
  tool('test_audio_content', () => ({ content: [audio] })),
  tool('test_embedded_resource', () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  })),
  tool('test_multiple_content_types', () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  })),
  tool('test_error_handling', () => ({
    isError: true,
    ...said('This tool intentionally returns an error for testing'),
  })),
  tool('test_tool_with_logging', (_input, call) => logThrice(call)),
  tool('test_logging_tool', (_input, call) =>
    call.meta[logLevelKey] === undefined ? said('No log was asked for.') : logThrice(call),
  ),
  tool('test_tool_with_progress', async (_input, { context }) => {
    for (const done of [0, 50, 100]) {
      await context.reportProgress?.(done, 100, `${done} of 100`);
      await pause(stepMs);
    }
    return said('Progress was reported.');
  }),
  tool('json_schema_2020_12_tool', (input) => said(JSON.stringify(input)), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  }),
];

async function logThrice({ notify }: ClientCall): Promise<object> {
  for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await notify('notifications/message', { level: 'info', data });
    await pause(stepMs);
  }
  return said('Logged.');
}
