export interface BucketAddress {
  bucket: string;
  /** Without slashes around it; empty for the bucket's top. */
  prefix: string;
  /** Unset: Amazon's own. */
  endpoint: string | undefined;
  /** Unset: AWS_REGION, or the profile's. */
  region: string | undefined;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[\w./-]*$/;
const isWebsite = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** Parses `s3://bucket/prefix?endpoint=…&region=…`. Null for other texts, and for an address with keys or an unknown parameter. */
export function readBucketAddress(text: string): BucketAddress | null {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.username || url.password || url.port) return null;
  const parameters = Object.fromEntries(url.searchParams);
  const { endpoint, region, ...strange } = parameters;
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  if (!BUCKET.test(url.hostname) || !PREFIX.test(prefix)) return null;
  if (Object.keys(strange).length > 0 || (endpoint !== undefined && !isWebsite(endpoint))) return null;
  return { bucket: url.hostname, prefix, endpoint, region: region ?? (endpoint && 'us-east-1') };
}
