import { createHash, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import * as asn1 from 'asn1js';
import * as pki from 'pkijs';
import { stampFaults } from '../messages/verification.ts';

pki.setEngine('node', new pki.CryptoEngine({ name: 'node', crypto: webcrypto as Crypto }));

const SHA_256 = '2.16.840.1.101.3.4.2.1';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const TIMEOUT_MS = 15_000;
const ANSWER_MAX = 200_000;

export interface TimeStamp {
  at: Date;
  /** The subject of the certificate in the answer. */
  signer: string;
  fingerprint: string;
}
interface StampExpectation {
  data: Buffer;
  /** Only the answer to an own request has to carry its nonce. */
  nonce?: Buffer;
  /** PEM of certificates to trust; unset, the signature is checked against the certificate that the answer carries. */
  trusted?: string;
}

/** The answer proves nothing. The message says why. */
export class BadStamp extends Error {}

const arrayBuffer = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer;
const demand = (isTrue: boolean, why: string): void => {
  if (!isTrue) throw new BadStamp(why);
};

function request(data: Buffer, nonce: Buffer): Buffer {
  const messageImprint = new pki.MessageImprint({
    hashAlgorithm: new pki.AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new asn1.Null() }),
    hashedMessage: new asn1.OctetString({ valueHex: arrayBuffer(createHash('sha256').update(data).digest()) }),
  });
  const query = new pki.TimeStampReq({
    version: 1,
    messageImprint,
    certReq: true,
    nonce: new asn1.Integer({ valueHex: arrayBuffer(nonce) }),
  });
  return Buffer.from(query.toSchema().toBER());
}

/** Throws `BadStamp` unless the answer is granted, of this data and validly signed. */
export async function checkTimeStamp(answer: Buffer, { data, nonce, trusted }: StampExpectation): Promise<TimeStamp> {
  const { signed, info } = parseAnswer(answer);
  const imprint = createHash('sha256').update(data).digest();
  demand(info.messageImprint.hashAlgorithm.algorithmId === SHA_256, stampFaults.otherDigest);
  demand(Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView).equals(imprint), stampFaults.otherData);
  if (nonce) demand(Buffer.from(info.nonce?.valueBlock.valueHexView ?? []).equals(nonce), stampFaults.otherRequest);
  const trustedCerts = trusted ? readCertificates(trusted) : [];
  const outcome = await signed
    .verify({
      signer: 0,
      data: arrayBuffer(data),
      checkDate: info.genTime,
      checkChain: trusted !== undefined,
      trustedCerts,
      extendedMode: true,
    })
    .catch((error: unknown) => error as Partial<pki.SignedDataVerifyResult>);
  demand(outcome.signatureVerified === true, stampFaults.badSignature);
  const { signerCertificate } = outcome as pki.SignedDataVerifyResult;
  if (!signerCertificate) throw new BadStamp(stampFaults.noCertificate);
  const usage = signerCertificate.extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue as
    | pki.ExtKeyUsage
    | undefined;
  demand(usage?.keyPurposes.includes(TIME_STAMPING) ?? false, stampFaults.otherPurpose);
  const certificate = new X509Certificate(Buffer.from(signerCertificate.toSchema().toBER()));
  return { at: info.genTime, signer: certificate.subject.replaceAll('\n', ', '), fingerprint: certificate.fingerprint256 };
}

function parseAnswer(answer: Buffer) {
  try {
    const { status, timeStampToken } = pki.TimeStampResp.fromBER(arrayBuffer(answer));
    demand(status.status === pki.PKIStatus.granted || status.status === pki.PKIStatus.grantedWithMods, stampFaults.notGranted);
    const signed = new pki.SignedData({ schema: timeStampToken?.content });
    const contents = signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0);
    return { signed, info: pki.TSTInfo.fromBER(contents) };
  } catch (error) {
    throw error instanceof BadStamp ? error : new BadStamp(stampFaults.notStamp);
  }
}

const readCertificates = (pem: string): pki.Certificate[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)].map(([one]) =>
    pki.Certificate.fromBER(arrayBuffer(new X509Certificate(one).raw)),
  );

export async function requestTimeStamp(url: string, data: Buffer): Promise<Buffer> {
  // The nonce is positive and has a fixed length, so that it comes back as it was sent.
  const nonce = Buffer.from([1, ...randomBytes(8)]);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: Uint8Array.from(request(data, nonce)),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  demand(response.ok, stampFaults.status(response.status));
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    demand(size <= ANSWER_MAX, stampFaults.tooLong);
    parts.push(part);
  }
  const answer = Buffer.concat(parts);
  await checkTimeStamp(answer, { data, nonce });
  return answer;
}
