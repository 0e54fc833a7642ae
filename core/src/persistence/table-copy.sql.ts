/* Statements about settings and sequences, for which the builder has no words. */

/** The same text for the same rows, whatever the server's settings are. */
export const PLAIN_TEXT = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local client_encoding = 'UTF8'`;

export const SEQUENCE = 'select pg_get_serial_sequence(?, ?) as sequence';
export const lastOf = (sequence: string) => `select case when is_called then last_value else 0 end as last from ${sequence}`;
export const SET_SEQUENCE = 'select setval(pg_get_serial_sequence(?, ?), greatest(?::bigint, 1), ?)';
