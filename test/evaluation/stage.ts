import { MongoClient } from 'mongodb';
import { createAccount, type Product, restClient, startProduct } from '../harness/product.ts';
import type { Stage, Task } from './task.ts';

/**
 * The whole product on the store of MONGODB_URI or TEST_MONGODB_URI, with a workspace, an API key, and a postal
 * address.
 */
export async function openStage(): Promise<Stage & { product: Product; close(): Promise<void> }> {
  const uri = process.env.MONGODB_URI ?? process.env.TEST_MONGODB_URI;
  const product = await startProduct(uri === undefined ? {} : { MONGODB_URI: uri });
  const { key } = await createAccount(product);
  const store = await new MongoClient(uri ?? '').connect();
  const request = restClient(product.url, key);
  await request('PATCH', '/settings', { postalAddress: 'Teststraße 1, 10115 Berlin' });
  return {
    product,
    key,
    request,
    url: product.url,
    db: store.db(product.env.CORE_DATABASE),
    close: async () => {
      await store.close();
      await product.stop();
    },
  };
}

export interface Outcome {
  task: Task;
  isDone: boolean;
  /** The failure, or the last step. */
  remark: string;
}

/** Runs the tasks one after another on the same data. */
export async function play(
  stage: Stage,
  tasks: readonly Task[],
  caller: (task: Task) => Promise<void>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const task of tasks) {
    const arranged = Promise.resolve(task.arrange?.(stage));
    const remark = await arranged
      .then(() => caller(task))
      .then(
        () => '',
        (error: Error) => error.message.slice(0, 300),
      );
    outcomes.push({ task, isDone: await task.isDone(stage), remark });
  }
  return outcomes;
}
