/** Store for tests: MONGODB_URI if set (CI's second run), or the embedded store, started once by the test runner. */
export async function testStoreUri(): Promise<string> {
  const uri = process.env.MONGODB_URI || process.env.TEST_MONGODB_URI;
  if (!uri) throw new Error('No store for tests: run them with npm test, or set MONGODB_URI.');
  return uri;
}
