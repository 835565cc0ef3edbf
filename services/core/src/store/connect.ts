import mongoose from 'mongoose';

mongoose.set('transactionAsyncLocalStorage', true);
mongoose.set('strictQuery', 'throw');
mongoose.set('autoCreate', false);

/** Connects and waits until every registered model has its collection and its indexes: no unique index is missing once we serve. */
export const connectStore = async (uri: string, databaseName: string): Promise<void> => {
  await mongoose.connect(uri, {
    dbName: databaseName,
    maxPoolSize: 50,
    serverSelectionTimeoutMS: 10_000,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    autoIndex: false,
  });
  for (const model of Object.values(mongoose.models)) {
    await model.createCollection();
    await model.createIndexes();
  }
};

export const disconnectStore = async (): Promise<void> => {
  await mongoose.disconnect();
};

/** True when the database answers. */
export const isStoreReady = async (): Promise<boolean> => {
  if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) return false;
  const pong = await mongoose.connection.db?.command({ ping: 1 }, { timeoutMS: 2_000 }).catch(() => null);
  return pong?.ok === 1;
};

/** Drops the whole database: for tests. */
export const dropStore = async (): Promise<void> => {
  await mongoose.connection.dropDatabase();
};
