"""The names of all words of the dialect, by group."""

from __future__ import annotations

GROUPS = {
    "stack": r"""
        DUP 2DUP DROP 2DROP SWAP OVER ROT PICK DEPTH >R R> R R@ SP@ RP@
    """,
    "arithmetic": r"""
        + - * / MOD /MOD */ */MOD 1+ 1- 2+ 2- 2* 2/ +! ++ -- AND OR XOR INVERT NOT TRUE FALSE =
        <> < > <= >= 0= 0< 0> 0<> MAX MIN NEGATE ABS
    """,
    "memory": r"""
        @ ! C@ C! I@ I! MOVE CMOVE FILL ERASE , C, I, ALLOT HERE DP PAD CELLSIZE CELLS LATEST
        CURRENT CONTEXT VOCABULARY FORTH DEFINITIONS NFA>CFA NFA>PFA NFA>LFA CFA>NFA CFA>LFA
        CFA>PFA PFA>NFA FORGET (FORGET) ON OFF ?
    """,
    "defining": r"""
        : ; [ ] STATE IMMEDIATE COMPILE [COMPILE] LITERAL COMPILE-LITERAL LIT RECURSE EXIT
        CONSTANT VARIABLE CREATE <BUILDS DOES> HEADER DEFER IS (IS) ' ['] [] TIMER FVARIABLE
        FCONSTANT FCELLS F, -FIND WORD UNDEFINED EXECUTE LOAD axiomFence
    """,
    "control": r"""
        IF ELSE ENDIF THEN BEGIN UNTIL WHILE REPEAT DO LOOP +LOOP LEAVE I J K BRANCH 0BRANCH
        (DO) (LOOP) (+LOOP) QUIT ABORT ERROR (ABORT") ABORT"
    """,
    "text": r"""
        ( \ ." (.") S" (S") "COUNT "MOVE "= "SIZE "APPEND TYPE EMIT . .R SPACE CR TAB BL LF
        ASCII (NUMBER) BASE BINARY OCTAL DECIMAL HEX .S
    """,
    "floats": r"""
        F+ F- F* F/ N>F F>N F. F= F< F> F<= F>= F<> F0= F0< F0> F0<> F! F@ FDUP F2DUP FSWAP
        FDROP F2DROP FOVER FROT FPICK FSQRT FSIN FCOS FTAN FASIN FACOS FATAN FLN FLOG FEXP FLOOR
        CEIL FMOD FABS FMIN FMAX FNEGATE FRAND
    """,
    "random and time": r"""
        RAND-WITHIN RAND-WITHIN2 SEED! SEED@ SEED2! SYSTEM-TIME RANDOMIZE RANDOMIZE2
        $RAND-WITHIN $Rand64! START-TIMER READ-TIMER
    """,
    "constants": r"""
        #Version #Directions #Moves #MaxPriorities #Turns #DepthLimit #ForeverDepth
        #UnknownScore #LossScore #DrawScore #WinScore #KeepSearching #StopSoon #StopNow #Players
        #Pieces #PieceCells #TurnOrderCells #Neutral #PlayerBase #NoMoveType #NoPriority
        #movesCell #DropsCell #ValueCell #PiecePlayer #PieceType #Player #PlayerNumber
        #PlayerShift #Empty ??
    """,
    "board sections": r"""
        {board {grid} {position} {dummy-positions} {variable} {array} {carray} board} board[]
        {directions {direction} {link} {unlink} directions} {symmetries {symmetry} {asymmetry}
        symmetries}
    """,
    "player sections": r"""
        {players {player} {neutral} {search-engine} {random} {first} {UCT} players} player-count
        {turn-order {turn} {for-player} {of-type} {repeat} turn-order}
    """,
    "piece sections": r"""
        {moves {move} {move-type} moves} {move-priorities {move-priority} move-priorities}
        {pieces {piece} {moves} {drops} {value} {dummy-pieces} pieces} {board-setup {setup}
        board-setup}
    """,
    "looking at the position": r"""
        from home here to back last current-piece current-piece-type piece piece-at piece-type
        piece-type-at not-piece-type? not-piece-type-at? piece-value piece-index player
        player-at player-index current-player for-player of-type next-player turn-number
        turn-offset next-turn-offset turn-offset-to-player player-to-move empty? empty-at?
        not-empty? not-empty-at? friend? friend-at? friend-of? enemy? enemy-at? enemy-of?
        neutral-piece? neutral-piece-at? verify $Exit
    """,
    "building a move": r"""
        move drop drop-piece drop-piece-at capture capture-at create create-at create-player
        create-player-at create-piece-type create-piece-type-at create-player-piece-type
        create-player-piece-type-at change-type change-type-at change-owner change-owner-at
        add-move partial partial-move-type (partial) (partial-move-type) Pass PassNoPartial
        $Pass remove-from-reserve remove-from-reserve, _amount-in-reserve (capture-at) (create)
        (change-type-at) (change-owner-at) (add-piece) (remove-piece) ^string ^" (^") ^number
        ^char ^position ^piece-type ^player ^x ^- ^= ^trim
    """,
    "lists and engines": r"""
        $GenerateMoves $DeallocateMoves $FirstMove $NextMove $MoveString $DecompileMove
        .moveType .moveCFA .moveString move-count stalemate? material-balance $CloneBoard
        $DeallocateBoard CurrentMove! BestMove! Score! Depth! Nodes! SearchStatus@ $Yield
        $NegamaxMove $UCTMove $FirstMoveEngine $RandomMoveEngine searching? $OutputMoves
        repetition-reset repetition-push-position repetition-pop-position ringbuffer-reset
        ringbuffer-add-item ringbuffer-remove-item ringbuffer-empty? ringbuffer-dump
        ringbuffer2-remove-item ringbuffer2-empty? ringbuffer2-dump
    """,
    "events": r"""
        OnNewGame OnNextTurn OnIsGameOver OnEvaluate OnIsTerminal? OnGenerateMoves OnMakeAMove
        OnRetractMove OnSearch OnFriends? OnEditAdd OnEditRemove OnTerminate
    """,
    "variables": r"""
        $gameLog $flipGrid $passTurnForced $shareMovesList $combinePartial $gameResultBug
        $authoring $useAxiomEngine $depthLimit $searchTime $variety $timeCheckFrequency
        $iterationDepth $ply $lastMoveType $evals $rootMoveCount $rootMoveIndex $searchStatus
        $searchTimer $searching $playerToMove $movesList $turnOrder $turnOffset $turnLimit
        $turnNumber $repeatOffset $ofType $forPlayer $player $players $playerCount $playerName
        $playerOffset $engines $playerToMoveHash $zobrist $pieces $pieceCount $scanPieceCount
        $rows $columns $positions $posCount $scanPositions $boardSize $board $posNames
        $lastPosNFA $directions $directionCount $currDirection $symmetries
        $symmetryPlayerCELLOffset $direction1CFA $direction2CFA $direction1Index
        $direction2Index $move-priorities $priority $moveType $nextPiece $boardSetup $from $pos
        $piece $partial $passed $add-move $buffer $moveAddr $moveString $anonymous $context
        $changedTo $lastPos
    """,
    "internal helpers": r"""
        $addr, $CellCount $CommaCells $MakeConstant $PositionToIndex $IndexToPosition
        $RowColumnToIndex $LegalRow? $LegalColumn? $LegalPos? $Link $DoDirection $BuildDirection
        $CreateDirection $CreateDirectionFromString $MakeLinks $EncodePlayer $DefinePlayer
        $CompileEngine $ClearEvals $player-count $DefineMoveType $SetPlayer $SetTurn
        $EngineSetTurn $EngineNewGame $NewGame $DirectionCFAToIndex $DoIndirectDirection
        $RedefineDirection $SymmetryBase $ParseSymmetry $ReplaceDirection $RedefineDirection1
        $RedefineDirection2 $MakeZobristTable $GeneratePiecePositionHash
        $GeneratePlayerToMoveHash $GenerateZobristTables $CheckBoard $UpdateSize
        $GenerateGridNames $DefinePosNames $RemovePieceU $AddPieceU $RemovePieceZ $AddPieceZ
    """,
    "message boxes": r"""
        #MB_OK #MB_OKCANCEL #MB_ABORTRETRYIGNORE #MB_YESNOCANCEL #MB_YESNO #MB_RETRYCANCEL
        #MB_ICONSTOP #MB_ICONQUESTION #MB_ICONEXCLAMATION #MB_ICONINFORMATION #IDOK #IDCANCEL
        #IDABORT #IDRETRY #IDIGNORE #IDYES #IDNO #IDTRYAGAIN #IDCONTINUE
    """,
}

NAMES = [name for text in GROUPS.values() for name in text.split()]
