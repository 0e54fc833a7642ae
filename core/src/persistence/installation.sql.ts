/* Functions of the schema, which the builder cannot call. They are there for roles that may only read. */

export const HAS_FUNCTION = 'select to_regprocedure(?) is not null as exists';
export const NOTE_BACKUP = 'select note_backup(?)';
export const RECORD_BACKUP = 'select record_backup(?, ?::jsonb)';
