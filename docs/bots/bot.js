// The same bot in JavaScript: `421 bench "node bot.js" random`.
const lines = require("readline").createInterface({ input: process.stdin });

function decide({ position, legal }) {
  const roll = position.split(" ")[5];
  const held = [..."421"].filter((die) => roll.includes(die)).join("") || "-";
  return legal.includes(held) ? held : legal[0];
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") console.log(JSON.stringify({ ready: true }));
  if (message.type === "decide") console.log(JSON.stringify({ action: decide(message) }));
  if (message.type === "bye") process.exit(0);
});
