/** The file chosen, which may be chosen again. */
export async function readImage(input: HTMLInputElement): Promise<{ name: string; base64: string }> {
  const file = input.files?.[0];
  if (!file) throw new Error('No file was chosen.');
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  input.value = '';
  return { name: file.name, base64: url.slice(url.indexOf(',') + 1) };
}
