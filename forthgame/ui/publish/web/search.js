// Searches of a position by the engines of the program, within a time or a count.

import { decoded, ScriptError } from "./machine.js";

const DEEPEST = 64;
const MANY = 100000000; // random games, where time ends them
const LISTED = 5000; // milliseconds for the list of moves

export class Search {
  // `limits`: seconds, depth, nodes, playouts; `report` receives the best move after each depth.
  constructor(game, name, limits, report = () => {}) {
    this.game = game;
    this.machine = game.machine;
    this.at = game.at;
    this.engine = game.meta.engines[name];
    if (!this.engine) throw new Error(`the page has no engine ${name}`);
    this.limits = limits;
    this.report = report;
    this.stopped = "";
  }

  run() {
    const { game, machine, at, limits, engine } = this;
    this.end = performance.now() + (limits.seconds ? 1000 * limits.seconds : Infinity);
    machine.within(Math.max(LISTED, 1000 * (limits.seconds || 0)), () => {
      game.offer();
      game.outcome();
    });
    if (!game.position.count) throw new Error(`${game.player} has no move to choose from`);
    return machine.ahead((recall) => {
      this.recall = recall;
      if (limits.seed !== undefined) game.startStreams(limits.seed);
      machine.setRegister(at.LIST_FREE, engine.listFree ? -1 : 0);
      machine.setCell(at.A_NODES, 0);
      machine.setWide(at.NODES, 0);
      for (const register of [at.REPETITION_DRAWS, at.PAST_COUNT, at.MOST, at.DEPTH_LIMIT]) machine.setRegister(register, 0);
      const best = engine.step ? this.deepen() : engine.tree ? this.grow() : this.once();
      machine.setWide(at.NODE_LIMIT, 0);
      return { ...best, nodes: Math.max(best.nodes, Number(machine.wide(at.NODES))), stopped: this.stopped };
    });
  }

  enter() {
    const { machine, at } = this;
    this.game.enter({ afresh: machine.register(at.LISTS_JUDGED) !== 0 });
    machine.setWide(at.NODE_LIMIT, this.limits.nodes || 0);
  }

  call(word, numbers, depth) {
    const { machine, at, limits } = this;
    machine.setRegister(at.BEST_COUNT, -1);
    this.recall();
    this.enter();
    machine.system({ $depthLimit: depth, $searchTime: Math.floor((limits.seconds || 0) * 1000), $searching: -1,
      $playerToMove: machine.cell(at.A_PLAYER), $score: 0, $depth: 0, $searchStatus: 0 });
    try {
      machine.within(this.end - performance.now(), () => machine.call(word, ...numbers));
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      if (error.number === at.POSITION_LIMIT) this.stopped = "nodes";
      else if (error.number === at.TIME_LIMIT && performance.now() >= this.end) this.stopped = "time";
      else throw error;
    } finally {
      machine.system({ $searching: 0 });
      this.recall();
    }
    return this.found();
  }

  // Move, score, positions and depth, as the engine's word has left them; null if it chose nothing.
  found() {
    const { machine, at, game } = this, count = machine.register(at.BEST_COUNT), { system } = game.meta;
    if (count === -1 || (count >= 0 && this.stopped)) return null;
    let move;
    if (count < 0) move = Math.min(-2 - count, game.position.count - 1);
    else {
      const text = decoded(machine.bytes.slice(at.BEST_TEXT, at.BEST_TEXT + count));
      move = game.texts().indexOf(text);
      if (move < 0) throw new Error(`the engine has chosen ${text}, which is not a move`);
    }
    return { move, score: machine.cell(system.$score), nodes: Math.max(machine.cell(system.$nodes), 0),
      depth: machine.cell(system.$depth) };
  }

  // The score of a decided game says how many plies are left, whatever the depth.
  settled(found, depth) {
    const { at } = this, distance = depth - (Math.abs(found.score) - (at.WIN_SCORE - 1000));
    if (!this.decided(found.score)) return found;
    return { ...found, score: (at.WIN_SCORE - distance) * (found.score > 0 ? 1 : -1) };
  }

  decided(score) { return Math.abs(score) > this.at.DECIDED; }

  proven(found) {
    const { engine, at, machine } = this;
    if (!engine.sure || (machine.register(at.ROOT_PARTLY) && !this.decided(found.score))) return false;
    return engine.byTwo || found.score > 0;
  }

  deepen() {
    const { machine, at, limits, engine } = this;
    machine.system({ $selective: limits.depth ? 0 : -1, $judge: 0 });
    machine.setRegister(at.BEST_REPLY, engine.reply ? -1 : 0);
    machine.setRegister(at.PLUS, engine.plus ? -1 : 0);
    machine.setRegister(at.EXCLUDED, 0);
    this.enter();
    machine.call("(begin-search)");
    const last = limits.depth || DEEPEST;
    let best = null, depth = 0, proven = false;
    while (depth < last) {
      depth = proven ? last : depth + 1;
      const found = this.call(engine.step, [depth], depth);
      if (found && !(this.stopped && best && found.move === best.move)) {
        const done = best ? best.depth : 0;
        best = { ...this.settled(found, depth), depth: this.stopped ? done : depth };
        if (!this.stopped) this.report(best);
      }
      if (this.stopped || !best) break;
      proven = this.proven(best);
      if (limits.depth && !limits.seconds) {
        if (proven && (this.decided(best.score) || best.score === 0)) break;
      } else if (this.game.position.count === 1 || this.decided(best.score) || proven) break;
      if (performance.now() >= this.end) {
        this.stopped = "time";
        break;
      }
    }
    return best || { move: 0, score: 0, nodes: 0, depth: 0 };
  }

  grow() {
    const { machine, at, limits, engine } = this;
    for (const register of [at.PROVEN, at.GOES_ON, at.KEPT]) machine.setRegister(register, 0);
    machine.setWide(at.BASE, at.TREE);
    machine.setWide(at.MASK, at.TREE_LIMIT - 1);
    machine.bytes.fill(0, at.TREE, at.TREE + at.NODE);
    const playouts = limits.playouts || (limits.seconds || limits.nodes ? MANY : 0);
    machine.system({ $playouts: playouts, $judge: 0 });
    let found = this.call(engine.word, [], 0);
    if (this.stopped) {
      machine.setRegister(at.BEST_COUNT, -1);
      this.enter();
      machine.call("(report-tree)");
      const kept = this.stopped;
      this.stopped = "";
      found = this.found();
      this.stopped = kept;
    }
    return found || { move: 0, score: 0, nodes: 0, depth: 0 };
  }

  once() {
    this.machine.setCell(this.at.A_SELECTIVE, 0);
    const found = this.call(this.engine.word, [], this.limits.depth || 0);
    if (!found && !this.stopped) throw new Error(`the engine of ${this.game.player} has chosen no move`);
    return found || { move: 0, score: 0, nodes: 0, depth: 0 };
  }
}
