const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `users.id, users.first_name`: for the columns of hot statements, which knex would quote one by one at every call. */
export const columnList = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${table}.${snakeCase(column)}`).join(', ');
