import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { Input } from '../../schema/schema.ts';
import { type AnyAction, defineRead } from '../definition/define-action.ts';

/** Reads the registry passed by index.ts, so that each price is defined only in its action. */
export function listPrices(registry: () => readonly AnyAction[]) {
  return defineRead({
    name: 'list_prices',
    title: 'List the prices',
    summary: 'List operations that cost credits.',
    description:
      'Lists the operations that cost credits, with their price per unit. All others are free. The dry run of ' +
      'an operation (dryRun=true) returns the exact cost of one request before anything is spent.',
    method: 'get',
    path: '/credits/prices',
    scope: 'credits:read',
    input: Input({}),
    output: Type.Array(
      Type.Object({
        action: Type.String({ description: 'Name of the operation.' }),
        title: Type.String({ description: 'Title of the operation.' }),
        credits: Type.Number({ description: 'Credits per unit.' }),
        per: Type.String({ description: 'Charged unit, such as "person delivered".' }),
      }),
    ),
    errors: [],

    async run() {
      const data = registry().flatMap(({ name, title, price }) =>
        price === undefined ? [] : [{ action: name, title, credits: price.credits, per: price.per }],
      );
      return { data, summary: `${counted(data.length, 'operation')} cost credits; all others are free.` };
    },
  });
}
