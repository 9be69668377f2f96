// A picture of the table with its result, as PNG: handed to the system where it can share files, else saved.

const BAND_PX = 72;
const INK = "#2a2521";
const PLASTER = "#f3ede2";

/** @param {string} address of the table as SVG @param {string} name of the file @param {string} result */
export async function sharePicture(address, name, result) {
  const drawing = await fetch(address).then((answer) => answer.text());
  const blob = await drawnAs(drawing, result);
  const file = blob && new File([blob], name, { type: "image/png" });
  if (!file) return;
  if (navigator.canShare?.({ files: [file] })) return void navigator.share({ files: [file], title: result }).catch(() => {});
  const save = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
  save.click();
  setTimeout(() => URL.revokeObjectURL(save.href));
}

/** The drawing, and below it the result. @param {string} drawing @param {string} result @returns {Promise<Blob|null>} */
async function drawnAs(drawing, result) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const times = 1600 / image.naturalWidth;
  [canvas.width, canvas.height] = [1600, Math.round(image.naturalHeight * times) + BAND_PX];
  const brush = canvas.getContext("2d");
  if (!brush) return null;
  brush.fillStyle = PLASTER;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(image, 0, 0, canvas.width, canvas.height - BAND_PX);
  brush.fillStyle = INK;
  brush.font = "600 30px 'Iowan Old Style', Palatino, Georgia, serif";
  brush.textAlign = "center";
  brush.fillText(result, canvas.width / 2, canvas.height - BAND_PX / 2 + 8, canvas.width - 40);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
