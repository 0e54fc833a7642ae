import * as react from 'react';

/**
 * In development, React stores the call stack of each element for warnings that these tests do not read. It stops after ten thousand
 * elements in a second. Here it never starts, because stacks take a tenth of the processor time of all these tests.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as never as Record<string, object>;
// Files share a worker, and each runs this again.
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
    configurable: true,
  });
