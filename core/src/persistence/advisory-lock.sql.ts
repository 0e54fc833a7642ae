/* Advisory locks end with the transaction. The builder has no words for them. */

export const TRY_LOCK = 'select pg_try_advisory_xact_lock(?) as "isLocked"';
export const TRY_SHARED_LOCK = 'select pg_try_advisory_xact_lock_shared(?) as "isLocked"';
export const LOCK = 'select pg_advisory_xact_lock(?)';
export const ALLOW_IDLING = 'set local idle_in_transaction_session_timeout = 0';
