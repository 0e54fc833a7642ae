import { describe, expect, it } from 'vitest';
import { isDatabaseAway, isDatabaseBusy, isDatabaseFull, isDiskUnwritable } from '../src/monitoring/database-failures.ts';

const full = 'could not extend file "base/16384/16567": No space left on device';
const quota = 'could not write to file "pg_wal/xlogtemp.71": Disk quota exceeded';

describe('what a failure of the database means', () => {
  it.each([
    ['a full disk', { code: '53100', message: full }, isDatabaseFull],
    ['a full disk, as Objection wraps it', { message: 'insert into …', nativeError: { code: '53100', message: full } }, isDatabaseFull],
    ['an exceeded quota', { code: 'XX000', message: quota }, isDatabaseFull],
    ['a full disk told as an I/O error', { code: '58030', message: full }, isDatabaseFull],
    ['a disk that cannot be read', { code: '58030', message: 'could not read block 7: Input/output error' }, isDatabaseAway],
    ['too many connections', { code: '53300', message: 'sorry, too many clients already' }, isDatabaseAway],
    ['no memory', { code: '53200', message: 'out of memory' }, isDatabaseBusy],
    ['no descriptors', { code: '53000', message: 'out of file descriptors' }, isDatabaseBusy],
    ['a limit on temporary files', { code: '53400', message: 'temporary file size exceeds temp_file_limit' }, isDatabaseBusy],
    ['our own full disk', { code: 'ENOSPC', message: full }, isDiskUnwritable],
    ['a read-only disk', { code: '42501', message: 'could not open file "base/5/16567": Read-only file system' }, isDatabaseFull],
    ['our own read-only disk', { code: 'EROFS', syscall: 'mkdtemp', message: 'read-only file system' }, isDiskUnwritable],
    ['our own folder that another user took', { code: 'EACCES', syscall: 'open', message: 'permission denied' }, isDiskUnwritable],
    ['our own folder that cannot be made', { code: 'ENOENT', syscall: 'mkdir', message: 'no such file or directory' }, isDiskUnwritable],
    ['our own broken disk', { code: 'EIO', syscall: 'write', message: 'i/o error' }, isDiskUnwritable],
    ['our own quota', { code: 'EDQUOT', message: quota }, isDiskUnwritable],
  ])('%s', (_, error, expected) => {
    const kinds = [isDatabaseFull, isDatabaseAway, isDatabaseBusy, isDiskUnwritable];
    expect(kinds.filter((kind) => kind(error))).toEqual([expected]);
  });

  it.each([
    ['a bug', { code: 'XX000', message: 'cache lookup failed for relation 7' }],
    ['a duplicate', { code: '23505', message: 'duplicate key: No space left on device' }],
    ['a missing grant', { code: '42501', message: 'permission denied for table users' }],
    ['a missing file', { code: 'ENOENT', syscall: 'open', message: 'no such file or directory' }],
    ['a firewall', { code: 'EACCES', syscall: 'connect', message: 'connect EACCES 10.0.0.1:443' }],
    ['nothing', null],
  ])('none of them: %s', (_, error) => {
    expect([isDatabaseFull, isDatabaseAway, isDatabaseBusy, isDiskUnwritable].map((kind) => kind(error))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
