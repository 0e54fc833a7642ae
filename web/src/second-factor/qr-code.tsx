import qrcode from 'qrcode/lib/core/qrcode.js';

/** Squares of empty border that readers need. */
const QUIET = 4;

/** A QR code, dark on light in both themes because readers need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const rows = Array.from({ length: size }, (_, row) => row);
  const dark = rows.flatMap((row) => rows.filter((column) => modules.get(row, column)).map((column) => `M${column} ${row}h1v1h-1z`));
  const side = size + 2 * QUIET;
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} shapeRendering="crispEdges">
      <rect className="qr-code-light" x={-QUIET} y={-QUIET} width={side} height={side} />
      <path className="qr-code-dark" d={dark.join('')} />
    </svg>
  );
}
