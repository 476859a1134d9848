// Workers with a machine each. One that does not answer in time is ended, and another one begins.

const BESIDES = 3000; // milliseconds for a worker to end by itself what a script does not

export class Crew {
  // `source`: the worker's program; `load`: what it is given first.
  constructor(source, load) {
    this.address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.load = load;
    this.workers = new Map();
    this.number = 0;
  }

  worker(role) {
    let found = this.workers.get(role);
    if (!found) {
      found = { thread: new Worker(this.address), waiting: new Map() };
      found.thread.onmessage = ({ data }) => this.read(found, data);
      found.thread.onerror = (event) => this.end(role, new Error(event.message || "the worker cannot begin"));
      this.workers.set(role, found);
      this.send(role, found, "load", this.load).catch(() => {});
    }
    return found;
  }

  read(worker, data) {
    if (data.report) {
      for (const asked of worker.waiting.values()) asked.report?.(data.report);
      return;
    }
    const asked = worker.waiting.get(data.id);
    if (!asked) return;
    worker.waiting.delete(data.id);
    clearTimeout(asked.timer);
    if ("error" in data) asked.reject(new Error(data.error));
    else asked.resolve(data.answer);
  }

  send(role, worker, what, given, seconds = 0, report = null) {
    this.number += 1;
    const id = this.number;
    return new Promise((resolve, reject) => {
      const timer = seconds ? setTimeout(() => this.end(role, new Error(
        `the script has not ended after ${Math.round(seconds)} s, and was stopped`)), 1000 * seconds + BESIDES) : 0;
      worker.waiting.set(id, { resolve, reject, report, timer });
      worker.thread.postMessage({ id, what, given });
    });
  }

  // Ask the worker of a role; after so many seconds it is ended.
  ask(role, what, given, seconds, report = null) {
    return this.send(role, this.worker(role), what, given, seconds, report);
  }

  // End the worker of a role, whatever it does; who waits for it gets the error.
  end(role, error = new Error("stopped")) {
    const worker = this.workers.get(role);
    if (!worker) return;
    this.workers.delete(role);
    worker.thread.terminate();
    for (const { reject, timer } of worker.waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
  }
}
