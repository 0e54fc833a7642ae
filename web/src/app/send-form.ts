/** `fetch` for a form with files, because only XMLHttpRequest reports how much was sent. `onProgress` gets 0 to 100. */
export function sendForm(
  path: string,
  { method, headers, body, signal }: { method: string; headers: Record<string, string>; body: FormData; signal: AbortSignal },
  onProgress: (percent: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0);
    const fail = () => reject(new TypeError('the upload ended without an answer'));
    request.onerror = fail;
    request.onabort = fail;
    request.onload = () => {
      const lines = request.getAllResponseHeaders().trim().split('\r\n');
      const headerOfLine = lines.flatMap((line) => {
        const at = line.indexOf(': ');
        return at > 0 ? [[line.slice(0, at), line.slice(at + 2)] as [string, string]] : [];
      });
      // A response of these may have no body, not even an empty one.
      const body = [204, 205, 304].includes(request.status) ? null : (request.response as Blob);
      resolve(new Response(body, { status: request.status, headers: headerOfLine }));
    };
    if (signal.aborted) return fail();
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
