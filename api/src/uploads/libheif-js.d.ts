/** The package has no types for its build with the program inside. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Picture {
    data: Uint8ClampedArray<ArrayBuffer>;
    width: number;
    height: number;
  }
  interface HeifImage {
    is_primary(): boolean;
    get_width(): number;
    get_height(): number;
    /** Fills the picture upright; null where it cannot be decoded. */
    display(picture: Picture, done: (picture: Picture | null) => void): void;
  }
  const libheif: { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } };
  export default libheif;
}
