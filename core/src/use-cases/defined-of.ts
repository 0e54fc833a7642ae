type Defined<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };

/** The fields that an edit carries: undefined means that the call left one out. */
export const definedOf = <Fields extends object>(fields: Fields): Partial<Defined<Fields>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Defined<Fields>>;
