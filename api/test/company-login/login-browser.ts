/** A browser that follows redirects between Bitácora and its provider by hand, with the cookies of each. */
interface LoginOptions {
  next?: string;
  confirm?: '1';
  at?: string;
}

export function loginBrowser(publicUrl: string, appOrigin: string) {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };

  /** One request without its redirects. Addresses of PUBLIC_URL reach the application. */
  async function visit(url: string, { origin: at = appOrigin, method = 'GET', headers = {} as Record<string, string> } = {}) {
    const { origin, pathname, search } = new URL(url, publicUrl);
    const jar = jarOf(origin);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const target = (origin === publicUrl ? at : origin) + pathname + search;
    const response = await fetch(target, { method, headers: { ...(cookie && { Cookie: cookie }), ...headers }, redirect: 'manual' });
    await response.arrayBuffer();
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('Location');
    return { status: response.status, setCookies: response.headers.getSetCookie(), location: location && new URL(location, url).href };
  }

  /** Begins a login and follows the provider to the address where it sends the browser back. */
  async function comeBack({ at = appOrigin, ...query }: LoginOptions = {}): Promise<string> {
    const begin = `${publicUrl}/api/oidc/login?${new URLSearchParams(query)}`;
    let { location } = await visit(begin, { origin: at });
    while (location && new URL(location).origin !== publicUrl) ({ location } = await visit(location));
    if (!location) throw new Error('the provider sent the browser nowhere');
    return location;
  }

  return {
    visit,
    comeBack,
    cookies: jarOf(publicUrl),
    /** Forgets the provider's session, so that somebody else may log in there. */
    forgetProvider: () => {
      for (const origin of [...jars.keys()]) if (origin !== publicUrl) jars.delete(origin);
    },
    /** The whole login; answers where it ends: a path of ours. */
    async logIn(options: LoginOptions = {}): Promise<string> {
      const { location } = await visit(await comeBack(options), { origin: options.at });
      return (location ?? '').replace(publicUrl, '');
    },
  };
}
