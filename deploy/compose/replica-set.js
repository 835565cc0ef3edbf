// For mongosh: makes the replica set of compose.yaml and Outbound's account. May run any number of times.
/* global db, rs, sleep, process */
const members = ['mongo1', 'mongo2', 'mongo3'].map((name, _id) => ({ _id, host: `${name}:27017` }));
try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  rs.initiate({ _id: 'rs0', members });
}
while (!db.hello().isWritablePrimary) sleep(500);

const roles = ['outbound_core', 'outbound_gateway'].flatMap((name) => [
  { role: 'readWrite', db: name },
  { role: 'dbAdmin', db: name },
]);
const admin = db.getSiblingDB('admin');
if (admin.getUser('outbound') === null) admin.createUser({ user: 'outbound', pwd: process.env.MONGO_PASSWORD, roles });
