import net from 'node:net';

/** A line to PostgreSQL that can be cut after a COMMIT has been carried out and before its answer is heard. */
export async function cutLine(serverUrl: string) {
  const { hostname, port } = new URL(serverUrl);
  let isArmed = false;
  const line = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    let isCut = false;
    const hangUp = () => {
      near.destroy();
      far.destroy();
    };
    for (const end of [near, far]) end.on('error', hangUp).on('close', hangUp);
    near.on('data', (bytes) => {
      if (isArmed && bytes.includes('COMMIT')) [isArmed, isCut] = [false, true];
      far.write(bytes);
    });
    far.on('data', (answer) => {
      if (isCut) hangUp();
      else near.write(answer);
    });
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String((line.address() as net.AddressInfo).port);

  return {
    url: url.href,
    /** The next COMMIT is carried out and never answered. */
    cutAtNextCommit: () => {
      isArmed = true;
    },
    close: () => line.close(),
  };
}
