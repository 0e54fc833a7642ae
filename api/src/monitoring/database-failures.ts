interface DatabaseError {
  code?: string;
  syscall?: string;
  name?: string;
  message?: string;
}
/** Objection wraps what the driver threw. */
const driverError = (error: unknown): DatabaseError => {
  const failure = (error ?? {}) as DatabaseError & { nativeError?: DatabaseError };
  return failure.nativeError ?? failure;
};

/**
 * PostgreSQL is stopping, starting, out of connections (its class 57P and 53300) or cannot read its own files (58030), or nobody
 * listens.
 */
const AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|57P0[123]|53300|58030|0800[136])$/;

/** The messages of pg for a connection that was cut. Knex puts the statement before them. */
const CONNECTION_CUT =
  /(^| - )(Connection (terminated|ended)|timeout expired|Client (has encountered a connection error|was closed) and is not queryable)/;

export function isDatabaseAway(error: unknown): boolean {
  const { code, name, message = '' } = driverError(error);
  return (AWAY.test(code ?? '') && !isDatabaseFull(error)) || name === 'KnexTimeoutError' || CONNECTION_CUT.test(message);
}

/**
 * Memory, descriptors or a configured limit ran out (53200, 53000, 53400), or a deadlock was broken (40P01): the same request may
 * succeed a moment later.
 */
const busyCodes = new Set(['53000', '53200', '53400', '40P01']);
export const isDatabaseBusy = (error: unknown): boolean => busyCodes.has(driverError(error).code ?? '');

/**
 * PostgreSQL gives an exceeded quota, and some full disks, a code for everything (XX000, 58030), a read-only disk the code of a missing
 * grant (42501), and the system's own words.
 */
const fullWords = /No space left on device|Disk quota exceeded|Read-only file system/;
const fullCodes = new Set(['58030', 'XX000', '42501']);
export function isDatabaseFull(error: unknown): boolean {
  const { code = '', message = '' } = driverError(error);
  return code === '53100' || (fullCodes.has(code) && fullWords.test(message));
}

const unwritableCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO']);
/**
 * Recognises a disk that is full, read-only or broken where we write files ourselves. Sockets have some of these codes too, and Node answers
 * ENOENT where a folder cannot be made on a read-only disk.
 */
export function isDiskUnwritable(error: unknown): boolean {
  const { code = '', syscall = '' } = driverError(error);
  return (unwritableCodes.has(code) && syscall !== 'connect') || (code === 'ENOENT' && ['mkdir', 'mkdtemp'].includes(syscall));
}
