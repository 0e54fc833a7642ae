import * as react from 'react';

/**
 * React's development half keeps the call stack of each element, for warnings that these tests do not read. After ten thousand elements in
 * a second it stops; here from the first one, because stacks take a tenth of the processor of all these tests.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as never as Record<string, object>;
// Files share a worker, and each runs this again.
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
    configurable: true,
  });
