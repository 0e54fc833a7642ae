interface Part {
  field: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A multipart form as its bytes and the headers that go with them. */
export async function form(fields: Record<string, string>, parts: readonly Part[]) {
  const all = new FormData();
  for (const [name, value] of Object.entries(fields)) all.set(name, value);
  for (const { field, name, bytes } of parts) all.set(field, new Blob([bytes]), name);
  const response = new Response(all);
  const headers = { 'Content-Type': response.headers.get('Content-Type') ?? '' };
  return { headers, body: new Uint8Array(await response.arrayBuffer()) };
}
