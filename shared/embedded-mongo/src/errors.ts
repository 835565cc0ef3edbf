/** An error as MongoDB reports it: a numeric code, its name, and labels that tell the client how to react. */
const codeNames: Record<number, string> = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  16: 'InvalidLength',
  17: 'ProtocolError',
  18: 'AuthenticationFailed',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  34: 'UnsupportedFormat',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  51: 'DollarPrefixedFieldName',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  55: 'InvalidDBRef',
  56: 'EmptyFieldName',
  57: 'DottedFieldName',
  59: 'CommandNotFound',
  61: 'ShardKeyNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  112: 'WriteConflict',
  115: 'CommandNotSupported',
  117: 'ConflictingOperationInProgress',
  121: 'DocumentValidationFailure',
  125: 'CommandFailed',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  197: 'InvalidIndexSpecificationOption',
  217: 'IncompleteTransactionHistory',
  224: 'NotRetryable',
  225: 'TransactionTooOld',
  238: 'NotImplemented',
  239: 'SnapshotTooOld',
  246: 'SnapshotUnavailable',
  251: 'NoSuchTransaction',
  256: 'TransactionCommitted',
  276: 'IndexBuildAborted',
  263: 'OperationNotSupportedInTransaction',
  264: 'TooManyFilesOpen',
  279: 'ClientDisconnect',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  322: 'APIVersionError',
  323: 'APIStrictError',
  334: 'MechanismUnavailable',
  11000: 'DuplicateKey',
  14031: 'OutOfDiskSpace',
};

export class MongoError extends Error {
  readonly code: number;
  readonly details: Record<string, unknown>;
  readonly labels: string[];

  constructor(code: number, message: string, details: Record<string, unknown> = {}, labels: string[] = []) {
    super(message);
    this.code = code;
    this.details = details;
    this.labels = labels;
  }

  get codeName(): string {
    return codeNames[this.code] ?? `Location${this.code}`;
  }
}

export function badValue(message: string): MongoError {
  return new MongoError(2, message);
}

export function typeMismatch(message: string): MongoError {
  return new MongoError(14, message);
}

/** For features of MongoDB that this server lacks. The message always contains the name of the feature. */
export function notSupported(feature: string): MongoError {
  return new MongoError(238, `${feature} is not supported by embedded-mongo`);
}

export function writeConflict(): MongoError {
  return new MongoError(
    112,
    'Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.',
    {},
    ['TransientTransactionError'],
  );
}

/** The snapshot of the transaction could not be kept any longer. The client can retry the transaction. */
export function snapshotTooOld(): MongoError {
  return new MongoError(239, 'The snapshot of the transaction is too old: too much has been written since', {}, [
    'TransientTransactionError',
  ]);
}

/** The transaction cannot begin because the process cannot open more files. The client can retry it. */
export function tooManyFilesOpen(): MongoError {
  return new MongoError(264, 'No more files can be opened: there are too many connections', {}, [
    'TransientTransactionError',
  ]);
}
