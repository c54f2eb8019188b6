// Imported before everything else: the other files use what older versions do not have.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Parley needs Node.js 20.19 or newer to start; this is ${process.versions.node}.`);
  process.exit(1);
}
