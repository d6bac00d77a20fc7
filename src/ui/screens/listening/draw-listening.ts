const SIZE = 1080;
const MARGIN = 90;
const ROW = 135;

/**
 * Draws facts as a square picture. It is made in this browser and asks no host for anything. Null if the browser cannot
 * draw.
 */
export async function drawListening(
  title: string,
  facts: readonly (readonly [label: string, value: string])[],
): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = '#17130c';
  context.fillRect(0, 0, SIZE, SIZE);
  context.fillStyle = '#f6efe2';
  context.font = '600 56px sans-serif';
  context.fillText(title, MARGIN, MARGIN + 50, SIZE - 2 * MARGIN);
  for (const [row, [label, value]] of facts.entries()) {
    const y = MARGIN + 190 + row * ROW;
    context.fillStyle = '#b9ad98';
    context.font = '400 36px sans-serif';
    context.textAlign = 'left';
    context.fillText(label, MARGIN, y);
    context.fillStyle = '#f6efe2';
    context.font = '600 56px sans-serif';
    context.textAlign = 'right';
    context.fillText(value, SIZE - MARGIN, y);
  }
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
