// Starts the shop: `node src/main.js [port]`. Port 0 takes a free one; the address is printed once it listens.
import { openCatalogue } from './catalogue.js';
import { createShop } from './service.js';

const port = Number(process.argv[2] ?? process.env.PORT ?? 8080);
const server = createShop({ catalogue: openCatalogue(), now: () => new Date() });

server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  console.log(`shop listens on http://127.0.0.1:${address.port}`);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
